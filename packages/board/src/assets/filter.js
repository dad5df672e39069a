/* The search and the filters of the board and the memory, whose state is in the address, and the keys. */

/** @returns {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
const controls = () => document.querySelectorAll('.filters [name]')

/** Sets the controls to the values in the address. */
export function showValues() {
  const parameters = new URLSearchParams(location.search)
  for (const control of controls()) {
    const value = parameters.get(control.name) ?? ''
    if (control.value !== value) control.value = value
  }
}

/** @param {() => void} load loads the page with the address of the window */
export function startFilter(load) {
  /** @param {Event} event */
  const change = ({ target }) => {
    if (!(target instanceof Element) || !target.closest('.filters')) return
    const url = new URL(location.href)
    url.searchParams.delete('page')
    for (const { name, value } of controls())
      if (value === '') url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    history.replaceState(null, '', url)
    load()
  }
  document.addEventListener('input', change)
  document.addEventListener('submit', (event) => event.preventDefault())
  document.addEventListener('keydown', pressKey)
  const useKeys = document.querySelector('#use-keys')
  if (!(useKeys instanceof HTMLInputElement)) return
  useKeys.checked = localStorage.getItem('keys') !== 'off'
  useKeys.addEventListener('change', () => localStorage.setItem('keys', useKeys.checked ? 'on' : 'off'))
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  const { key, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || localStorage.getItem('keys') === 'off') return
  if (target instanceof HTMLElement && target.matches('input, select, textarea')) {
    if (key !== 'Escape') return
    // Chromium clears the field, without the event that the filter follows.
    event.preventDefault()
    target.blur()
    return
  }
  const action = KEYS[key]
  if (!action) return
  event.preventDefault()
  action()
}

/** @type {Record<string, (() => void) | undefined>} */
const KEYS = {
  '/': () => controls()[0]?.focus(),
  j: () => move(1),
  k: () => move(-1),
  '?': () => {
    const help = document.querySelector('#keys')
    if (help instanceof HTMLDetailsElement) help.open = !help.open
  },
}

/**
 * Focuses the next card that is shown.
 * @param {1 | -1} step
 */
function move(step) {
  const cards = [...document.querySelectorAll('.card')]
  const current = document.activeElement?.closest('.card')
  let index = current ? cards.indexOf(current) + step : step === 1 ? 0 : cards.length - 1
  while (cards[index]?.matches('details:not([open]) .card')) index += step
  const link = cards[index]?.querySelector('a')
  link?.focus()
}
