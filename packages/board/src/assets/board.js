/*
 * Keeps an open page up to date: when a file changes, it loads the page again and replaces what differs. Elements with
 * the attribute data-key stay if the new page has an equal one with the same key, with their focus and their position.
 */

import { showValues, startFilter } from './filter.js'
import {
  describeChanges,
  showSignals,
  showStatus,
  startNotifications,
  wantsNotifications,
  wordsIn,
} from './signals.js'

/** The ages on the page are updated this often. */
const REFRESH_MS = 30_000

let isLoading = false
let isOutdated = false

async function refresh() {
  isOutdated = true
  if (isLoading) return
  isLoading = true
  try {
    while (isOutdated) {
      isOutdated = false
      const address = location.href
      const response = await fetch(address)
      const text = await response.text()
      const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false
      // The person may have chosen another filter meanwhile.
      if (address !== location.href) isOutdated = true
      else if (isPage) show(new DOMParser().parseFromString(text, 'text/html'))
      showStatus(isPage ? '' : text, !isPage)
    }
  } catch {
    showStatus('The server does not answer.', true)
  } finally {
    isLoading = false
  }
}

/** @param {Document} next */
function show(next) {
  const [main, nextMain] = [document.querySelector('main'), next.querySelector('main')]
  if (!main || !nextMain) return
  const focused = keyOf(document.activeElement?.closest('[data-key]'))
  const changes = describeChanges(wordsIn(main), wordsIn(nextMain))
  update(main, nextMain)
  showValues()
  showSignals(next, changes)
  if (changes !== '') showStatus(changes, false)
  if (focused !== undefined && document.activeElement === document.body) focusOn(focused)
}

/**
 * Gives an element the children of another one.
 * @param {Element} current
 * @param {Element} next
 */
function update(current, next) {
  const known = new Map([...current.children].map((child) => [keyOf(child), child]))
  /** @type {Map<Node, Element>} */
  const kept = new Map()
  for (const child of next.children) {
    const old = keyOf(child) === undefined ? undefined : known.get(keyOf(child))
    if (old && (old.isEqualNode(child) || child.querySelector('[data-key]'))) kept.set(child, old)
  }
  const isKept = new Set(/** @type {Iterable<Node>} */ (kept.values()))
  for (const child of [...current.childNodes]) if (!isKept.has(child)) child.remove()
  let position = current.firstChild
  for (const child of [...next.childNodes]) {
    const old = kept.get(child)
    if (old && !old.isEqualNode(child)) update(old, /** @type {Element} */ (child))
    if (old && old === position) position = position.nextSibling
    else current.insertBefore(old ?? child, position)
  }
}

/** @param {Element | null | undefined} element */
const keyOf = (element) => element?.getAttribute('data-key') ?? undefined

const FOCUSABLE = 'a, input, select, summary, [tabindex]'

/** @param {string} key */
function focusOn(key) {
  const element = document.querySelector(`[data-key="${CSS.escape(key)}"]`)
  const target = element?.matches(FOCUSABLE) ? element : element?.querySelector(FOCUSABLE)
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

/** @type {EventSource | undefined} */
let changes

/** Browsers limit the connections to a server, so a page in a hidden tab closes its own. */
function connect() {
  changes?.close()
  if (document.hidden && !wantsNotifications()) return
  changes = new EventSource('/changes')
  changes.addEventListener('change', () => void refresh())
  // Changes before the connection, or between two of them, were not sent.
  changes.addEventListener('open', () => void refresh())
  changes.addEventListener('error', () => showStatus('The server does not answer.', true))
}

document.addEventListener('visibilitychange', connect)
showValues()
startFilter(() => void refresh())
startNotifications(connect)
connect()
setInterval(() => {
  if (!document.hidden) void refresh()
}, REFRESH_MS)
