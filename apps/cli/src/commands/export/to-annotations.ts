import type { FindingV1 } from '@workbench/contracts'

import { workflowCommand } from '../../reporters/github.ts'
import type { ExportedFinding } from './exported-finding.ts'

const LEVELS: Readonly<Record<FindingV1['severity'], 'error' | 'warning' | 'notice'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'notice',
  info: 'notice',
}

/** The findings as workflow commands of GitHub Actions, which become annotations of a pull request. */
export const toAnnotations = (findings: readonly ExportedFinding[]): string =>
  findings
    .map(({ finding: { severity, title, summary, remediation = '' }, file, line }) =>
      workflowCommand(
        { file, line, title: `${severity}: ${title}` },
        [summary, remediation].filter(Boolean).join(' '),
        LEVELS[severity],
      ),
    )
    .join('')
