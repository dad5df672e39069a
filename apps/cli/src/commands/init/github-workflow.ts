import type { SettingsFile } from '@workbench/agents/install'

import type { LockFile } from './lock-file.ts'

/**
 * A workflow of GitHub Actions that annotates the artifacts of a change, and the changes of contracts that reject what the
 * branch accepts into which they are merged.
 * @param version of the command that is installed without a lock file
 */
export function githubWorkflow(version: string, lockFile: LockFile | undefined): SettingsFile {
  const { install, command } = lockFile ?? { install: [], command: `npx --yes @workbench/cli@${version}` }
  const base = 'github.base_ref || github.event.merge_group.base_ref'
  const content = `name: workbench
on: [push, pull_request, merge_group]
permissions:
  contents: read
jobs:
  validate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v4
        with:
          node-version: 22
${install.map((step) => `      - run: ${step}\n`).join('')}\
      - if: (${base}) && hashFiles('plugins/workbench-core/schemas/*.schema.json') != ''
        env:
          BASE: \${{ ${base} }}
        run: ${command} contracts gate --against "origin/\${BASE#refs/heads/}" --format github
      - run: ${command} validate .workbench --no-error-on-unmatched --format github
`
  return { file: '.github/workflows/workbench.yml', text: content }
}
