import { type Html, html } from '../html/html.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { show, showMembers } from '../parts/show.ts'
import type { ViewContext } from './view.ts'

/** Members that the head of the page shows. */
const IN_HEAD = ['schema', 'producedBy']

/** An artifact as a table of its members, in the order of the contract: the view of a contract without one of its own. */
export const showAsTable = (artifact: ArtifactValue, context: ViewContext): Html =>
  artifact.names.length > 0 ? showOthers(artifact, context, []) : show(artifact)

/** The members that a view does not show itself, so that none is left out. */
export function showOthers(
  artifact: ArtifactValue,
  { contract }: ViewContext,
  shown: readonly string[],
): Html {
  const known = (contract?.fields ?? []).map(({ path }) => path).filter((path) => !/[.[]/.test(path))
  const names = [...new Set([...known, ...artifact.names])].filter(
    (name) => ![...IN_HEAD, ...shown].includes(name),
  )
  return names.some((name) => artifact.at(name).isShown) ? showMembers(artifact, names) : html``
}
