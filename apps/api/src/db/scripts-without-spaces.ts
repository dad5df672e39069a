/** Thai, Lao, Burmese, Khmer, Chinese and Japanese, as ranges of a regular expression without astral characters. */
export const SCRIPTS_WITHOUT_SPACES =
  '\\u0E00-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF\\u2E80-\\uA4CF\\uF900-\\uFAFF'
