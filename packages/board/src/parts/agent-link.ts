import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { AgentProgress } from '../progress/progress.ts'

/** An agent of a plan, with a link to what it has written in its wave. */
export const showAgent = ({ agent, files: [file] }: AgentProgress, links: Links): Html =>
  html`${file ? html`<a href="${links.artifact(file.path)}">${agent}</a>` : agent}`
