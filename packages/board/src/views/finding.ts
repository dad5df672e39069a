import { type Html, html } from '../html/html.ts'
import { showSourceLink } from '../html/links.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { countSeverities, severityTone } from '../model/summary.ts'
import { columnsOf, show, showMembers, showNotes, showRows } from '../parts/show.ts'
import type { View, ViewContext } from './view.ts'

/** One finding. Its location and its evidence link to the files. */
export const findingView: View = {
  badges: ['severity', 'verdict'],
  title: ['id', 'title'],
  members: { location: showLocation, evidence: showEvidence },
  summarize: (finding) => {
    const [severity, verdict] = [finding.at('severity').text, finding.at('verdict').text]
    const tone = verdict === 'refuted' ? 'none' : severityTone(severity)
    return { tone, verdict, severity, findings: countSeverities([finding.value]) }
  },
}

function showLocation(location: ArtifactValue, { links }: ViewContext): Html {
  const line = location.at('line').text
  return showMembers(location, location.names, (name, member) =>
    name === 'file' && member.text !== '' ? showSourceLink(member.text, line, links) : undefined,
  )
}

/** What shows that a statement is true: files, commands, measurements. */
function showEvidence(evidence: ArtifactValue, { links }: ViewContext): Html {
  return showRows('Evidence', evidence, {
    ...columnsOf(evidence),
    ref: (item) => {
      const ref = item.at('ref')
      const [, file = '', line = ''] = /^(\S+?)(?::(\d+)(?:[-:]\d+)?)?$/.exec(ref.text) ?? []
      const isFile = item.at('kind').text === 'file' && file !== ''
      return isFile ? html`${showSourceLink(file, line, links, ref.text)}${showNotes(ref)}` : show(ref)
    },
    excerpt: (item) => item.at('excerpt').isShown && html`<pre>${show(item.at('excerpt'))}</pre>`,
  })
}
