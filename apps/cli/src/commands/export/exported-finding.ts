import { escapeText, type FindingV1, type ReviewV1 } from '@workbench/contracts'

/** A finding, and where other programs show it. */
export interface ExportedFinding {
  readonly finding: FindingV1
  /** Relative to the root of the repository: the file that it is about, else the artifact. */
  readonly file: string
  /** From 1; undefined if it is not known. */
  readonly line: number | undefined
}

/** The severities from the worst: their levels in SARIF and on GitHub, and the score of GitHub for findings of security. */
export const SEVERITIES = {
  critical: { level: 'error', annotation: 'error', score: '9.5' },
  high: { level: 'error', annotation: 'error', score: '8.0' },
  medium: { level: 'warning', annotation: 'warning', score: '5.5' },
  low: { level: 'note', annotation: 'notice', score: '3.0' },
  info: { level: 'note', annotation: 'notice', score: '0.0' },
} as const satisfies Readonly<Record<FindingV1['severity'], object>>

/** The lines of a text of an artifact, which cannot forge output. */
export const linesOf = (text: string): string[] => text.split(/\r?\n/).map((line) => escapeText(line))

/**
 * The findings of an artifact, without those that were refuted.
 * @param artifactFile path of the artifact
 * @param pathOf the path of a file of the project, relative to the root of the repository
 */
export const findingsIn = (
  artifact: FindingV1 | ReviewV1,
  artifactFile: string,
  pathOf: (file: string) => string,
): ExportedFinding[] =>
  (artifact.schema === 'review.v1' ? artifact.findings : [artifact])
    .filter(({ verdict }) => verdict !== 'refuted')
    .map((finding) => {
      const { file: named = '', line = 0 } = finding.location ?? {}
      if (/^[./]*$/.test(named)) return { finding, file: artifactFile, line: undefined }
      return { finding, file: pathOf(named), line: line >= 1 ? line : undefined }
    })
