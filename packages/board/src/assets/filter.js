/*
 * The search, the filters and the keys of the board. The cards are hidden and shown, never created again, so that a key
 * is answered at once also with thousands of them. The state is in the address.
 */

const NAMES = ['show', 'contract', 'severity', 'verdict', 'agent']

/** Whether the page has all cards; else the server selects them. */
export const isComplete = () => !document.querySelector('[data-partial]')

/** The address of a page with all cards, if it can have them. */
export function addressToLoad() {
  const url = new URL(location.href)
  if (url.pathname === '/' && isComplete()) for (const name of ['q', ...NAMES]) url.searchParams.delete(name)
  return url.href
}

/**
 * The texts that are searched, by card.
 * @type {WeakMap<Element, string>}
 */
const texts = new WeakMap()

/** @param {HTMLElement} card */
function textOf(card) {
  const known = texts.get(card)
  if (known !== undefined) return known
  const { key = '', keywords = '' } = card.dataset
  const text = `${key} ${card.querySelector('.summary')?.textContent ?? ''} ${keywords}`.toLowerCase()
  texts.set(card, text)
  return text
}

/**
 * Hides the cards that the address does not select.
 * @param {ParentNode} root
 */
export function applyFilter(root) {
  const parameters = new URLSearchParams(location.search)
  const words = (parameters.get('q') ?? '').toLowerCase().split(/\s+/)
  const selected = NAMES.flatMap((name) => {
    const value = parameters.get(name) ?? ''
    return value === '' ? [] : [/** @type {const} */ ([name, value])]
  })
  const isFiltering = selected.length > 0 || words.some((word) => word !== '')
  let count = 0
  /** @type {NodeListOf<HTMLElement>} */
  const cards = root.querySelectorAll('.card')
  for (const card of cards) {
    const isShown =
      !isFiltering ||
      (selected.every(([name, value]) =>
        name === 'show'
          ? (card.dataset[name] ?? '').split(' ').includes(value)
          : card.dataset[name] === value,
      ) &&
        words.every((word) => textOf(card).includes(word)))
    if (card.hidden === isShown) card.hidden = !isShown
    if (isShown) count += 1
  }
  const output = root.querySelector('#count')
  const all = isComplete() ? ` of ${cards.length}` : ''
  if (output) output.textContent = isFiltering ? `${count}${all} shown` : ''
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const waves = root.querySelectorAll('.wave')
  for (const wave of waves) {
    wave.hidden = isFiltering && !wave.querySelector('.card:not([hidden])')
    openWave(wave, isFiltering && count <= MAX_OPEN)
  }
}

/** Browsers need long to lay out more cards after each key, so that the waves stay folded. */
const MAX_OPEN = 200

/**
 * Opens a wave, and folds it again if it was folded before.
 * @param {HTMLDetailsElement} wave
 * @param {boolean} isOpen
 */
function openWave(wave, isOpen) {
  if (isOpen && !wave.open) {
    wave.open = true
    wave.dataset['opened'] = ''
  } else if (!isOpen && wave.dataset['opened'] !== undefined) {
    wave.open = false
    delete wave.dataset['opened']
  }
}

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

/** @param {() => void} load */
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
    if (isComplete() && target.getAttribute('name') !== 'sort') applyFilter(document)
    else load()
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
  while (cards[index]?.matches('[hidden], details:not([open]) .card')) index += step
  const link = cards[index]?.querySelector('a')
  link?.focus()
}
