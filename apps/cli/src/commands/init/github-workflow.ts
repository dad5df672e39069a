import type { SettingsFile } from '@workbench/agents/install'

/** A workflow of GitHub Actions that annotates the artifacts of a change. */
export const githubWorkflow = (version: string): SettingsFile => ({
  file: '.github/workflows/workbench.yml',
  text: {
    comment: '#',
    content: `name: workbench
on: [push, pull_request]
permissions:
  contents: read
jobs:
  validate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npx --yes @workbench/cli@${version} validate .workbench --no-error-on-unmatched --format github
`,
  },
})
