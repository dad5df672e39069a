import { METHODS, type OpenApiDocument, type OperationObject, type PathItem } from './document.ts'

/** Returns a copy of the document with each operation replaced. */
export function mapOperations(
  document: OpenApiDocument,
  map: (operation: OperationObject) => OperationObject,
): OpenApiDocument {
  const mapItem = (item: PathItem): PathItem => ({
    ...item,
    ...Object.fromEntries(METHODS.flatMap((method) => (item[method] ? [[method, map(item[method])]] : []))),
  })
  const paths = Object.entries(document.paths).map(([path, item]) => [path, mapItem(item)])
  return { ...document, paths: Object.fromEntries(paths) as OpenApiDocument['paths'] }
}
