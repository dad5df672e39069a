/* Says in words what changed on the page, and in a notification if the person wants that. */

/** @param {ParentNode} root */
export function wordsIn(root) {
  /** @type {NodeListOf<HTMLElement>} */
  const elements = root.querySelectorAll('[data-words]')
  return new Map([...elements].map(({ dataset }) => [dataset['key'] ?? '', dataset]))
}

const MAX_CHANGES = 3

/**
 * What differs between two states of a page, in words; empty if nothing does.
 * @param {ReturnType<typeof wordsIn>} before
 * @param {ReturnType<typeof wordsIn>} after
 */
export function describeChanges(before, after) {
  const changes = [...after].flatMap(([key, { words, modified }]) => {
    const old = before.get(key)
    return old?.['words'] === words && old?.['modified'] === modified ? [] : [`${words}.`]
  })
  const more = changes.length - MAX_CHANGES
  return [...changes.slice(0, MAX_CHANGES), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}

/**
 * @param {string} text
 * @param {boolean} isError
 */
export function showStatus(text, isError) {
  const status = document.querySelector('#status')
  if (!status) return
  // A change is shown until the next one; an error until it is over.
  if (text === '' && !status.classList.contains('bad')) return
  status.classList.toggle('bad', isError)
  if (status.textContent !== text) status.textContent = text
}

/** @param {Document} page */
const problemsIn = (page) =>
  new URL(page.querySelector('link[rel=icon]')?.getAttribute('href') ?? '', location.href).searchParams.get(
    'count',
  )

/**
 * Takes over the title and the icon of a newer version of the page.
 * @param {Document} next
 * @param {string} changes
 */
export function showSignals(next, changes) {
  const [before, after] = [Number(problemsIn(document)), Number(problemsIn(next))]
  document.title = next.title
  const icon = document.querySelector('link[rel=icon]')
  const href = next.querySelector('link[rel=icon]')?.getAttribute('href')
  if (icon && href && icon.getAttribute('href') !== href) icon.setAttribute('href', href)
  if (after > before && wantsNotifications()) new Notification(next.title, { body: changes, tag: 'board' })
}

/** Also needed while the page is hidden. */
export const wantsNotifications = () =>
  localStorage.getItem('notify') === 'on' && 'Notification' in window && Notification.permission === 'granted'

/** @param {() => void} onChange */
export function startNotifications(onChange) {
  const box = document.querySelector('#notify')
  if (!(box instanceof HTMLInputElement)) return
  box.disabled = !('Notification' in window)
  box.checked = wantsNotifications()
  const change = async () => {
    if (box.checked) box.checked = (await Notification.requestPermission()) === 'granted'
    localStorage.setItem('notify', box.checked ? 'on' : 'off')
    onChange()
  }
  box.addEventListener('change', () => void change())
}
