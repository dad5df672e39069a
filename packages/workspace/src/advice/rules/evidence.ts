import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Contracts } from '@workbench/contracts'
import { isObject } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import { type Citation, citationsIn, isAbsolutePath, pathsInProject } from '../../evidence/citation.ts'
import { findExcerpt, type Lines } from '../../evidence/find-excerpt.ts'
import { HeadFiles } from '../../evidence/head-files.ts'
import { type FileState, ProjectFiles } from '../../evidence/project-files.ts'
import { findRepository } from '../../git/find-repository.ts'
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
  readonly citations: readonly Citation[]
  readonly excerpt: string | undefined
  /** JSON Pointers to the file, the lines and the excerpt. */
  readonly pointers: { readonly file: string; readonly lines: string; readonly excerpt: string }
}

/** The time for the citations of one artifact, in milliseconds. */
const TIMEOUT_MS = 250

/** How many variants of an excerpt are searched that is nowhere, about. */
const MISSES = 8

/** The rule of the advice that a limit is reached. */
const NOT_LOOKED_UP = 'evidence-not-looked-up'

/**
 * Looks up the files that the findings of an artifact cite, as they are in the working tree or in the last commit: whether
 * they exist, have the lines, and contain the excerpts. Nothing is said of what can mean something else.
 * @param artifact a valid artifact; one of a contract without evidence, and the example of a contract, get no advice
 * @param files those of the project. Default: read for this artifact alone, for a short time
 */
export function evidenceAdvice(
  artifact: unknown,
  { root, contracts }: Project,
  files = new ProjectFiles(root, Date.now() + TIMEOUT_MS),
): Advice[] {
  const claims = claimsOf(artifact, contracts)
  const open = claims.map((claim) => ({ claim, problem: problemOf(claim, files) }))
  const doubtful = open.filter(({ problem }) => typeof problem === 'object')
  const paths = doubtful.flatMap(({ claim }) =>
    claim.citations.flatMap(({ path }) => pathsInProject(path, root)),
  )
  const head = doubtful.length > 0 ? new HeadFiles(files, [...new Set(paths)].slice(0, MAX_PATHS)) : undefined
  const results = open.map(({ claim, problem }) =>
    typeof problem === 'object' && head ? (problemInHead(claim, head, root) ?? problem) : problem,
  )
  const unread = results.filter((result) => result === 'unread').length
  const message = `${pluralize(unread, 'citation')} of ${claims.length} not looked up: the files are too large, or too many for the time`
  return [
    ...results.filter((result) => typeof result === 'object'),
    ...(unread > 0 ? [{ path: '', rule: NOT_LOOKED_UP, message }] : []),
  ]
}

/** The time for the citations of all artifacts of a board, in milliseconds. */
const BOARD_TIMEOUT_MS = 1000

/** The same for many artifacts, which share one limit of time. What is not looked up by then gets no advice. */
export function evidenceOfMany(project: Project): (artifact: unknown) => Advice[] {
  const files = new ProjectFiles(project.root, Date.now() + BOARD_TIMEOUT_MS)
  return (artifact) => evidenceAdvice(artifact, project, files).filter(({ rule }) => rule !== NOT_LOOKED_UP)
}

/** In the arguments of a command. */
const MAX_PATHS = 1000

/** A project's own contract can have the id of a built-in one and other members. */
function claimsOf(artifact: unknown, contracts: Contracts): Claim[] {
  if (!isObject(artifact)) return []
  const { schema, findings } = artifact
  if (typeof schema !== 'string' || !contracts.ids.includes(schema) || isExample(contracts, schema, artifact))
    return []
  switch (schema) {
    case 'finding.v1':
      return claimsOfFinding(artifact, '')
    case 'review.v1':
      return itemsOf(findings).flatMap((finding, index) => claimsOfFinding(finding, `/findings/${index}`))
    case 'compliance-check.v1':
      return claimsOfEvidence(artifact['evidence'], '')
    default:
      return []
  }
}

/** The items of a list, with an empty object in place of others. */
const itemsOf = (value: unknown) =>
  Array.isArray(value) ? value.map((item: unknown) => (isObject(item) ? item : {})) : []

function claimsOfFinding(
  { location, evidence }: Readonly<Record<string, unknown>>,
  pointer: string,
): Claim[] {
  const { file, line } = isObject(location) ? location : {}
  const [pointerOfFile, pointerOfLine] = [`${pointer}/location/file`, `${pointer}/location/line`]
  const pointers = {
    file: pointerOfFile,
    lines: typeof line === 'number' ? pointerOfLine : pointerOfFile,
    excerpt: '',
  }
  const citations = citationsIn(typeof file === 'string' ? file : '').map((citation) =>
    typeof line === 'number' ? { path: citation.path, lines: [line, line] as const } : citation,
  )
  return [{ citations, excerpt: undefined, pointers }, ...claimsOfEvidence(evidence, pointer)]
}

const claimsOfEvidence = (evidence: unknown, pointer: string): Claim[] =>
  itemsOf(evidence).flatMap(({ kind, ref, excerpt: quoted }, index) => {
    const at = `${pointer}/evidence/${index}`
    const pointers = { file: `${at}/ref`, lines: `${at}/ref`, excerpt: `${at}/excerpt` }
    const excerpt = typeof quoted === 'string' ? quoted : undefined
    return kind === 'file' && typeof ref === 'string'
      ? [{ citations: citationsIn(ref), excerpt, pointers }]
      : []
  })

/** `true` if a file shows the claim, or if it is not known; `unread` if it was not looked up. */
type Result = true | 'unread' | Advice

/** What is wrong with a claim, as the files of the project show it. */
function problemOf(claim: Claim, files: ProjectFiles): Result {
  const { citations } = claim
  if (citations.length === 0) return true
  if (files.isOver()) return 'unread'
  let problem: Result | undefined
  for (const citation of citations)
    for (const path of pathsInProject(citation.path, files.root))
      for (const file of candidates(path)) {
        const result = check(file, citation, path, claim)
        if (typeof file === 'object') files.addSearched(file.bytes.length * (result === true ? 1 : MISSES))
        if (result === true || result === 'unread') return result
        problem ??= result
      }
  if (problem !== undefined) return problem
  const cited = citations.find(({ lines }) => lines) ?? citations[0]
  if (!cited || !isCertain(cited.path, files)) return true
  if (files.isOver()) return 'unread'
  const nearest = files.namedLike(cited.path)
  const hint = nearest === undefined ? '' : `; the only file of this name is ${quote(nearest)}`
  const message = `The project has no file ${quote(cited.path)}, nor had it in the last commit${hint}`
  return { path: claim.pointers.file, rule: 'evidence-file', message }

  /** The file itself, else that of another worktree or of a package; all of them, if they differ. */
  function* candidates(path: string): Generator<FileState> {
    const own = files.read(path)
    if (own !== 'missing') yield own
    yield* files.readElsewhere(path)
    for (const other of files.endingWith(path)) yield files.read(other)
  }
}

/** The same for a file of the last commit; undefined if it has no other one. */
function problemInHead(claim: Claim, head: HeadFiles, root: string): true | 'unread' | undefined {
  for (const citation of claim.citations)
    for (const path of pathsInProject(citation.path, root)) {
      const file = head.read(path)
      if (file === 'missing') continue
      const result = check(file, citation, path, claim)
      if (result === true || result === 'unread') return result
    }
  return undefined
}

function check(file: FileState, { lines }: Citation, path: string, claim: Claim): Result {
  if (typeof file === 'string') return file === 'unread' ? file : true
  const { excerpt, pointers } = claim
  const last = lines?.[1] ?? 0
  const found = excerpt === undefined ? null : findExcerpt(file, excerpt, lines)
  const name = quote(path)
  if (found === undefined) {
    const message = `The excerpt is not in ${name}; quote the file word for word, with … for what is left out`
    return { path: pointers.excerpt, rule: 'evidence-excerpt', message }
  }
  if (found && lines && found !== lines) {
    const message = `The excerpt is not at line ${lines[0]} of ${name}, but at line ${found[0]}; write ${quote(`${path}:${range(found)}`)}`
    return { path: pointers.lines, rule: 'evidence-line', message }
  }
  // An editor shows an empty line behind the last line end.
  if (!lines || (lines[0] >= 1 && last <= file.text.lines + 1)) return true
  const message = `${name} has ${pluralize(file.text.lines, 'line')}; received line ${lines[0] < 1 ? lines[0] : last}`
  return { path: pointers.lines, rule: 'evidence-line', message }
}

const range = ([first, last]: Lines): string => (first === last ? `${first}` : `${first}-${last}`)

/** Whether a text that leads to no file was meant as the path of one in the project. */
function isCertain(path: string, files: ProjectFiles): boolean {
  const [plain = ''] = pathsInProject(path, files.root)
  if (
    files.isPartial ||
    !/^[^:*?"<>|,;(){}[\]$#@~]+\.\w{1,10}$/.test(plain) ||
    /\bnode_modules\b|\.\w{1,10}\s/.test(plain)
  )
    return false
  const repository = findRepository(files.root)
  // A part of a repository may cite other parts, which are not read.
  const isWhole = repository === undefined || repository.root === files.root
  const isPlain = isWhole && !isAbsolutePath(path) && !/\s/.test(plain)
  return isPlain || existsSync(join(files.root, plain.split('/')[0] ?? ''))
}
