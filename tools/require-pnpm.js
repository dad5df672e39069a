/*
 * Fails if another package manager than pnpm 12 or newer runs it: the scripts run `pnpm`. Yarn runs it in its own place
 * (`.yarnrc.yml`), Bun as `preinstall`, pnpm before it installs; npm checks `engines` of package.json.
 */

const { npm_lifecycle_event: event } = process.env
const agent = process.env['npm_config_user_agent'] ?? ''
const major = Number(/^pnpm\/(\d+)/.exec(agent)?.[1] ?? 0)
if (major < 12) {
  const script = event === 'start' || event === 'test' ? event : 'install'
  console.error(`This repository needs pnpm 12; run npx -y pnpm@12 ${script}`)
  process.exitCode = 1
}
