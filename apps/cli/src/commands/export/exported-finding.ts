import { createHash } from 'node:crypto'

import type { FindingV1, ReviewV1 } from '@workbench/contracts'
import { isObject } from '@workbench/contracts'

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

/**
 * The findings of a valid artifact, without those that were refuted; none of another contract than a finding or a review.
 * @param artifactFile path of the artifact
 * @param pathOf the path of a file of the project, relative to the root of the repository
 */
export function findingsIn(
  artifact: unknown,
  artifactFile: string,
  pathOf: (file: string) => string,
): ExportedFinding[] {
  const schema = isObject(artifact) ? artifact['schema'] : undefined
  if (schema !== 'finding.v1' && schema !== 'review.v1') return []
  const findings = schema === 'review.v1' ? (artifact as ReviewV1).findings : [artifact as FindingV1]
  return findings.filter(({ verdict }) => verdict !== 'refuted').map(toExported)

  function toExported(finding: FindingV1): ExportedFinding {
    const { location: { file, line } = {}, evidence = [], standard = '' } = finding
    const named = file?.replace(/^(?:\.?\/)+/, '')
    const quoted = evidence.find(
      ({ kind, ref }) => kind === 'file' && named !== undefined && ref.includes(named),
    )
    const cwe = /\bCWE-(\d+)\b/i.exec(standard)?.[1]
    const url = evidence.find(({ kind, ref }) => kind === 'url' && /^https?:\/\/\S+$/.test(ref))?.ref
    return {
      finding,
      file: named ? pathOf(named) : artifactFile,
      line: named && line !== undefined && line >= 1 ? line : undefined,
      excerpt: quoted?.excerpt,
      help: cwe === undefined ? url : `https://cwe.mitre.org/data/definitions/${cwe}.html`,
      fingerprint: fingerprintOf([named ?? artifactFile, finding.category ?? '', finding.title]),
    }
  }
}

const fingerprintOf = (parts: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(parts.map((part) => part.toLowerCase().replaceAll(/\s+/g, ' ').trim())))
    .digest('hex')
