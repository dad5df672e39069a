/*
 * node tools/launcher/require-pnpm.js <script>
 *
 * Fails if another package manager than pnpm 12 or newer runs a script: the scripts run `pnpm`.
 */

const agent = process.env['npm_config_user_agent'] ?? ''
const major = Number(/^pnpm\/(\d+)/.exec(agent)?.[1] ?? 0)
if (major < 12) {
  console.error(`This repository needs pnpm 12; run npx -y pnpm@12 ${process.argv[2] ?? 'install'}`)
  process.exitCode = 1
}
