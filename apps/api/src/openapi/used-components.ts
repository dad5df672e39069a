import type { OpenApiDocument } from './document.ts'

/** Removes the components that no operation refers to, directly or through other components. */
export function removeUnusedComponents(document: OpenApiDocument): OpenApiDocument {
  const used = new Set<unknown>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('$ref' in value) visitComponent(String(value.$ref))
    Object.values(value).forEach(visit)
  }
  const visitComponent = (reference: string): void => {
    const [kind = '', name = ''] = reference.split('/').slice(-2)
    const component = document.components[kind]?.[name]
    if (used.has(component)) return
    used.add(component)
    visit(component)
  }
  visit(document.paths)
  const components = Object.entries(document.components).flatMap(([kind, members]) => {
    // Security requirements name their scheme without a reference.
    const kept = Object.entries(members).filter(
      ([, component]) => kind === 'securitySchemes' || used.has(component),
    )
    return kept.length === 0 ? [] : [[kind, Object.fromEntries(kept)] as const]
  })
  return { ...document, components: Object.fromEntries(components) }
}
