/**
 * The format of a resource's JSON body. Increment it when a member is added to `ProjectResponse` or `TaskResponse`:
 * the body then changes although the row and its version do not.
 */
const BODY_FORMAT = '1'

/** Formats a version as a strong entity tag for the ETag header. Clients must treat the tag as opaque. */
export const formatEntityTag = (version: string): string => `"${BODY_FORMAT}-${version}"`

const ENTITY_TAG = /(W\/)?"([^"]*)"/g

/**
 * An opaque tag made by this function. Proxies that compress a response append the encoding. The number of digits is limited
 * to what a PostgreSQL `bigint` can hold.
 */
const OPAQUE_TAG = new RegExp(`^${BODY_FORMAT}-([1-9]\\d{0,17})(?:-(?:br|gzip|deflate))?$`)

/**
 * Parses the value of an If-Match or If-None-Match header: a list of entity tags, or `*`, which is undefined. Tags in another format are
 * left out, because they match no version. Strong comparison (RFC 9110, section 8.8.3.2) also leaves out weak tags.
 */
export function parseEntityTags(tags: string, comparison: 'weak' | 'strong'): readonly string[] | undefined {
  if (tags === '*') return undefined
  return [...tags.matchAll(ENTITY_TAG)].flatMap(([, weak, opaque = '']) => {
    const version = OPAQUE_TAG.exec(opaque)?.[1]
    return version === undefined || (weak !== undefined && comparison === 'strong') ? [] : [version]
  })
}
