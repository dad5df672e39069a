import { escapeText, type FindingV1, type ReviewV1 } from '@workbench/contracts'
import { digestOf } from '@workbench/workspace'

/** A finding, as other programs show it. */
export interface ExportedFinding {
  readonly finding: FindingV1
  /** Relative to the root of the repository: the file that it is about, else the artifact. */
  readonly file: string
  /** From 1; undefined if it is not known. */
  readonly line: number | undefined
  /** What it quotes of that file. */
  readonly excerpt: string | undefined
  /** An address that explains it. */
  readonly help: string | undefined
  /** The same for the same finding, also if its line moves or its wording changes. */
  readonly fingerprint: string
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
export function findingsIn(
  artifact: FindingV1 | ReviewV1,
  artifactFile: string,
  pathOf: (file: string) => string,
): ExportedFinding[] {
  const findings = artifact.schema === 'review.v1' ? artifact.findings : [artifact]
  return findings.filter(({ verdict }) => verdict !== 'refuted').map(toExported)

  function toExported(finding: FindingV1): ExportedFinding {
    const { location = {}, evidence = [], standard = '', category = '', title } = finding
    const path = location.file?.replace(/^(?:\.?\/)+/, '')
    const named = path === '' ? undefined : path
    const quoted = evidence.find(
      ({ kind, ref }) => kind === 'file' && named !== undefined && ref.includes(named),
    )
    const cwe = /\bCWE-(\d+)\b/i.exec(standard)?.[1]
    const url = evidence.find(({ kind, ref }) => kind === 'url' && /^https?:\/\/\S+$/.test(ref))?.ref
    const identity = [named ?? artifactFile, category, title]
    return {
      finding,
      file: named === undefined ? artifactFile : pathOf(named),
      line: named !== undefined && (location.line ?? 0) >= 1 ? location.line : undefined,
      excerpt: quoted?.excerpt,
      help: cwe === undefined ? url : `https://cwe.mitre.org/data/definitions/${cwe}.html`,
      fingerprint: digestOf(
        JSON.stringify(identity.map((part) => part.toLowerCase().replaceAll(/\s+/g, ' ').trim())),
      ),
    }
  }
}
