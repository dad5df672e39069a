/*
 * Keeps an open page up to date: when a file changes, it loads the page again and replaces what differs. Elements with
 * the attribute data-key stay if the new page has an equal one with the same key, with their focus and their position.
 */

/** In milliseconds. */
const INTERVAL = 300

/**
 * What the server said of its files when the page was loaded last; undefined if it must be loaded again.
 * @type {string | undefined}
 */
let known

async function follow() {
  try {
    const state = document.hidden ? known : await (await fetch('/state')).text()
    if (state !== known) await refresh()
    known = state
  } catch {
    known = undefined
    showStatus('The server does not answer.', true)
  }
  setTimeout(() => void follow(), INTERVAL)
}

async function refresh() {
  const response = await fetch(location.href)
  const text = await response.text()
  if (response.headers.get('Content-Type')?.startsWith('text/html'))
    show(new DOMParser().parseFromString(text, 'text/html'))
  else showStatus(text, true)
}

/** @param {Document} next */
function show(next) {
  const [main, nextMain] = [document.querySelector('main'), next.querySelector('main')]
  if (!main || !nextMain) return
  const focused = keyOf(document.activeElement?.closest('[data-key]'))
  update(main, nextMain)
  document.title = next.title
  showStatus(next.querySelector('#status')?.textContent ?? '', false)
  if (focused !== undefined && document.activeElement === document.body) focusOn(focused)
}

/**
 * @param {string} text
 * @param {boolean} isError
 */
function showStatus(text, isError) {
  const status = document.querySelector('#status')
  if (!status) return
  status.classList.toggle('bad', isError)
  // Screen readers read it out each time that it is set.
  if (status.textContent !== text) status.textContent = text
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

// The address names only what is selected.
document.addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
})
void follow()
