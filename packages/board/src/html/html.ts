import { escapeText } from '@workbench/contracts'
import { html as template } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Markup in which all text is escaped. */
export type Html = HtmlEscapedString

export type Content = string | number | Html | false | undefined | readonly Content[]

/**
 * Creates markup from a template literal. Texts in it are escaped for HTML; control and format characters are shown as
 * `\uXXXX`, so that no text of an artifact can change how the text around it is displayed.
 */
export const html = (strings: TemplateStringsArray, ...values: readonly Content[]): Html =>
  // The function returns a promise only if a value is one.
  template(strings, ...values.map(escapeContent)) as Html

function escapeContent(content: Content): unknown {
  if (typeof content === 'string') return escapeText(content)
  return Array.isArray(content) ? content.map(escapeContent) : content
}

/** Text of several lines. */
export const lines = (text: string): Html =>
  html`${text.split(/\r\n|\r|\n/).map((line, index) => (index === 0 ? line : html`<br />${line}`))}`
