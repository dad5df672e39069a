import { type Html, html } from '../html/html.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { badge, show, showMembers } from '../parts/show.ts'

/** The names of members that stand in one line: states in badges, the id and the title. */
export interface Head {
  readonly badges?: readonly string[]
  readonly id?: string
  readonly title: string
}

export const showHead = (value: ArtifactValue, { badges = [], id, title }: Head): Html =>
  html`${badges.map((name) => html`${badge(value.at(name))} `)}
  ${id !== undefined && html`<span class="id">${show(value.at(id))}</span>`} ${show(value.at(title))}`

/** The members that a view does not show itself, in the order of the contract, so that none is left out. */
export function showOthers(
  value: ArtifactValue,
  contract: { readonly fields: readonly { readonly path: string }[] } | undefined,
  shown: readonly string[],
): Html {
  const known = (contract?.fields ?? []).map(({ path }) => path).filter((path) => !/[.[]/.test(path))
  const names = [...new Set([...known, ...value.names])].filter((name) => !shown.includes(name))
  return names.some((name) => value.at(name).isShown) ? showMembers(value, names) : html``
}
