/*
 * Whoever opens the search by keys goes on typing at once, before it is drawn and its field listens. Those letters are kept for it;
 * without this they were lost, or went into the text behind it.
 */
const EARLY_KEYS_TIMEOUT_MS = 3000

let kept = { text: '', enter: false }
let end: (() => void) | undefined

/** From now on letters go to the search that is about to open. */
export function keepKeys() {
  end?.()
  kept = { text: '', enter: false }
  const press = (event: KeyboardEvent) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing
    if (isText) kept.text += event.key
    else if (event.key === 'Backspace') kept.text = kept.text.slice(0, -1)
    else if (event.key === 'Enter') kept.enter = true
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', press, true)
  // A search that does not come must not keep the keyboard.
  const timer = setTimeout(() => end?.(), EARLY_KEYS_TIMEOUT_MS)
  end = () => {
    removeEventListener('keydown', press, true)
    clearTimeout(timer)
    end = undefined
  }
}

/** What was typed meanwhile, and whether Enter was; its field listens from here on. */
export function takeKeys() {
  end?.()
  const taken = kept
  kept = { text: '', enter: false }
  return taken
}
