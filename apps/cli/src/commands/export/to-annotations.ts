import { workflowCommand } from '../../reporters/github.ts'
import { type ExportedFinding, SEVERITIES } from './exported-finding.ts'

/** The findings as workflow commands of GitHub Actions, which become annotations of a pull request. */
export const toAnnotations = (findings: readonly ExportedFinding[]): string =>
  findings
    .map(({ finding: { severity, title, summary, remediation = '' }, file, line }) =>
      workflowCommand(
        { file, line, title: `${severity}: ${title}` },
        `${summary} ${remediation}`.trim(),
        SEVERITIES[severity].annotation,
      ),
    )
    .join('')
