import { type Html, html } from '../html/html.ts'

/** The field for the words of a search. */
export const showSearchField = (label: string): Html =>
  html`<input
    type="search"
    name="q"
    placeholder="Search"
    aria-label="${label}"
    autocomplete="off"
    data-key="q"
  />`
