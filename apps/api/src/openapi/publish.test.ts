import { loadOpenApiDocument, METHODS, type OpenApiDocument } from './document.ts'
import { publishDocument } from './publish.ts'

const document = loadOpenApiDocument(new URL('../../openapi.yaml', import.meta.url))

const publish = (hasAuthentication: boolean): OpenApiDocument =>
  JSON.parse(publishDocument(document, undefined, hasAuthentication).json) as OpenApiDocument

const forms: [string, boolean][] = [
  ['without authentication', false],
  ['with authentication', true],
]

test.each(forms)(
  'publishDocument() %s refers to every component, and only to existing ones',
  (_name, hasAuthentication) => {
    const published = publish(hasAuthentication)
    const references = [...JSON.stringify(published).matchAll(/"\$ref":"#\/components\/(\w+\/\w+)"/g)].map(
      ([, name]) => name,
    )
    const components = Object.entries(published.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, members]) => Object.keys(members).map((name) => `${kind}/${name}`))
    expect([...new Set(references)].sort()).toEqual(components.sort())
    expect(components.length).toBeGreaterThan(50)
  },
)

test.each(forms)(
  'publishDocument() %s describes the rate limit headers of every response but 421',
  (_name, hasAuthentication) => {
    const { paths, components } = publish(hasAuthentication)
    const responses = Object.values(paths).flatMap((item) =>
      METHODS.flatMap((method) => Object.values(item[method]?.responses ?? {})),
    )
    const named = Object.entries(components['responses'] ?? {}).filter(
      ([name]) => name !== 'MisdirectedRequest',
    )
    for (const response of [
      ...responses.filter((each) => !('$ref' in (each as object))),
      ...named.map(([, each]) => each),
    ])
      expect(response).toMatchObject({ headers: { RateLimit: {}, 'RateLimit-Policy': {} } })
  },
)
