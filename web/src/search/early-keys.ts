/*
 * A user who opens the search with a shortcut keeps typing before its field is rendered. These keys are buffered for the field;
 * otherwise they would be lost or reach the text behind it.
 */
const EARLY_KEYS_TIMEOUT_MS = 3000

let buffer = { text: '', enter: false }
let end: (() => void) | undefined

/** Starts to buffer keys for the search that is about to open. */
export function startKeyBuffer() {
  end?.()
  buffer = { text: '', enter: false }
  const press = (event: KeyboardEvent) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (isText) buffer.text += event.key
    else if (event.key === 'Backspace') buffer.text = buffer.text.slice(0, -1)
    else if (event.key === 'Enter') buffer.enter = true
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', press, true)
  // If the search does not open, the keyboard must work again.
  const timer = setTimeout(() => end?.(), EARLY_KEYS_TIMEOUT_MS)
  end = () => {
    removeEventListener('keydown', press, true)
    clearTimeout(timer)
    end = undefined
  }
}

/** Stops the buffering. Returns the typed text, and whether Enter was pressed. */
export function takeBufferedKeys() {
  end?.()
  const taken = buffer
  buffer = { text: '', enter: false }
  return taken
}
