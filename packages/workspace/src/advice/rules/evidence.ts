import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { type Contracts, isObject } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import { type Citation, citationsIn, isAbsolutePath } from '../../evidence/citation.ts'
import { findExcerpt, type Lines } from '../../evidence/find-excerpt.ts'
import { openHead } from '../../evidence/head-files.ts'
import { type FileState, ProjectFiles } from '../../evidence/project-files.ts'
import { findRepository } from '../../git/find-repository.ts'
import { followsBuiltIn } from '../follows-built-in.ts'
import { membersIn } from '../members-in.ts'
import { quote } from '../quote.ts'
import type { Advice } from '../rule.ts'
import { isExample } from './placeholders.ts'

/** The project that is looked up, and its contracts. */
interface Project {
  readonly root: string
  readonly contracts: Contracts
}

/** What an artifact says about a file, and where it says it. */
interface Claim {
  /** What the reference can mean. */
  readonly citations: readonly Citation[]
  readonly excerpt?: string | undefined
  /** JSON Pointers to the file, the lines and the excerpt. */
  readonly pointers: { readonly file: string; readonly lines: string; readonly excerpt: string }
}

/** The time for the citations of one artifact, without the start of git, in milliseconds. */
const TIMEOUT_MS = 220

/** The rule of the advice that a limit is reached. */
export const NOT_LOOKED_UP = 'evidence-not-looked-up'

/**
 * Looks up the files that the findings of an artifact cite, as they are in the working tree or in the last commit: whether
 * they exist, have the lines, and contain the excerpts. Nothing is said of what can mean something else.
 * @param artifact a valid artifact; one of a contract without evidence, and the example of a contract, get no advice
 * @param files those of the project. Default: read for this artifact alone, for a short time
 */
export function evidenceAdvice(
  artifact: unknown,
  project: Project,
  files = new ProjectFiles(project.root, TIMEOUT_MS),
): Advice[] {
  const claims = claimsOf(artifact, project)
  const pathsOf = (path: string): string[] => [path, ...files.inFolders(path)]
  const cited = () => claims.flatMap(({ citations }) => citations.flatMap(({ path }) => pathsOf(path)))
  let head: ReturnType<typeof openHead> | undefined
  const readHead = (path: string) =>
    pathsOf(path).map((head ??= files.untimed(() => openHead(files, cited()))))
  const results = files.timed(() => claims.map((claim) => problemOf(claim, files, readHead)))
  const unread = results.filter((result) => result === 'unread').length
  const message = `${pluralize(unread, 'citation')} of ${claims.length} not looked up: the files are too large, or too many for the time`
  return [
    ...results.filter((result) => typeof result === 'object'),
    ...(unread > 0 ? [{ path: '', rule: NOT_LOOKED_UP, message }] : []),
  ]
}

function claimsOf(artifact: unknown, { root, contracts }: Project): Claim[] {
  const schema = isObject(artifact) ? artifact['schema'] : undefined
  if (schema !== 'finding.v1' && schema !== 'review.v1' && schema !== 'compliance-check.v1') return []
  if (!followsBuiltIn(contracts, schema, artifact) || isExample(contracts, schema, artifact)) return []
  return membersIn(artifact).flatMap(({ path, value, owner: { kind, line, excerpt } }) => {
    const isLocation = path.endsWith('/location/file')
    const isEvidence = kind === 'file' && /\/evidence\/\d+\/ref$/.test(path)
    if (typeof value !== 'string' || !(isLocation || isEvidence)) return []
    const lines = typeof line === 'number' ? ([line, line] as const) : undefined
    const citations = citationsIn(value, root).map((each) => ({ ...each, lines: lines ?? each.lines }))
    const pointers = {
      file: path,
      lines: lines ? path.replace(/file$/, 'line') : path,
      excerpt: path.replace(/ref$/, 'excerpt'),
    }
    const quoted = typeof excerpt === 'string' ? excerpt : undefined
    return citations.length > 0 ? [{ citations, excerpt: quoted, pointers }] : []
  })
}

/** `true` if a file shows the claim, or if it is not known; `unread` if it was not looked up. */
type Result = true | 'unread' | Advice

/** What is wrong with a claim in all files that it can mean, in the working tree and the last commit. */
function problemOf(
  claim: Claim,
  files: ProjectFiles,
  readHead: (path: string) => Iterable<FileState>,
): Result {
  const { citations, pointers } = claim
  if (files.isOver()) return 'unread'
  let problem: Advice | undefined
  // Git is not started for a claim that the working tree shows.
  for (const read of [(path: string) => files.candidates(path), readHead])
    for (const citation of citations)
      for (const file of read(citation.path)) {
        if (file === 'missing') continue
        const result = check(file, citation, claim)
        if (typeof result !== 'object') return result
        problem ??= result
      }
  if (problem) return problem
  const { cited, path } = citations.find(({ lines }) => lines) ?? citations[0] ?? { cited: '', path: '' }
  if (!isCertain(cited, path, files)) return true
  const [nearest, another] = files.namedLike(cited)
  const isOnly = nearest !== undefined && another === undefined
  const hint = isOnly ? `; the only file of this name is ${quote(nearest)}` : ''
  const message = `The project has no file ${quote(cited)}, nor had it in the last commit${hint}`
  return { path: pointers.file, rule: 'evidence-file', message }
}

function check(file: FileState, { lines, path }: Citation, { excerpt, pointers }: Claim): Result {
  if (typeof file === 'string') return file === 'unread' ? file : true
  const found = excerpt === undefined ? null : findExcerpt(file.text, excerpt, lines)
  const name = quote(path)
  if (found === undefined) {
    const message = `The excerpt is not in ${name}; quote the file word for word, with … for what is left out`
    return { path: pointers.excerpt, rule: 'evidence-excerpt', message }
  }
  if (found && lines && found !== lines) {
    const message = `The excerpt is not at line ${lines[0]} of ${name}, but at line ${found[0]}; write ${quote(`${path}:${range(found)}`)}`
    return { path: pointers.lines, rule: 'evidence-line', message }
  }
  const { bytes, lineStarts } = file.text
  const { length } = lineStarts
  // An editor shows an empty line behind the last line end.
  if (!lines || (lines[0] >= 1 && lines[1] <= length)) return true
  const total = lineStarts.at(-1) === bytes.length ? length - 1 : length
  const message = `${name} has ${pluralize(total, 'line')}; received line ${lines[0] < 1 ? lines[0] : lines[1]}`
  return { path: pointers.lines, rule: 'evidence-line', message }
}

const range = ([first, last]: Lines): string => (first === last ? `${first}` : `${first}-${last}`)

/**
 * Whether a text that leads to no file was meant as the path of one in the project.
 * @param plain the path in the project
 */
function isCertain(cited: string, plain: string, { isListed, root }: ProjectFiles): boolean {
  if (
    !isListed ||
    !/^[^:*?"<>|,;(){}[\]$#@~%…]+\.\w{1,10}$/.test(plain) ||
    /\bnode_modules\b|\.\w{1,10}\s|\.{3}\/|^[\w.-]+\.(?:com|org|net|io|dev)\//.test(plain)
  )
    return false
  const repository = findRepository(root)
  // A part of a repository may cite other parts, which are not read.
  const isWhole = repository === undefined || repository.root === root
  const isPlain = isWhole && !isAbsolutePath(cited) && !/\s/.test(plain)
  return isPlain || existsSync(join(root, plain.split('/')[0] ?? ''))
}
