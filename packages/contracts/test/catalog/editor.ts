import { getLanguageService, TextDocument } from 'vscode-json-languageservice'

const URI = 'file:///artifact.json'

interface Diagnostic {
  /** The marked text. */
  readonly at: string
  readonly message: string
}

interface Editor {
  /** What is offered at the cursor, which is the character `|` in the text, without quotation marks. */
  readonly completions: (text: string) => Promise<string[]>
  readonly diagnostics: (text: string) => Promise<Diagnostic[]>
}

/** The language service of Visual Studio Code, with a schema for all JSON files. */
export function editorWith(schema: object): Editor {
  const service = getLanguageService({})
  service.configure({
    schemas: [{ uri: 'file:///artifact.schema.json', fileMatch: ['*.json'], schema }],
  })
  const open = (text: string) => {
    const document = TextDocument.create(URI, 'json', 1, text)
    return { document, json: service.parseJSONDocument(document) }
  }
  return {
    completions: async (text) => {
      const { document, json } = open(text.replace('|', ''))
      const list = await service.doComplete(document, document.positionAt(text.indexOf('|')), json)
      return (list?.items ?? []).map(({ label }) => label.replaceAll('"', ''))
    },
    diagnostics: async (text) => {
      const { document, json } = open(text)
      const found = await service.doValidation(document, json)
      return found.map(({ message, range }) => ({
        message: typeof message === 'string' ? message : message.value,
        at: document.getText(range),
      }))
    },
  }
}
