import type { Page } from 'playwright-core'

/**
 * Types as an input method for Chinese does, with the events of the browser itself. It keeps the keys to itself: their keydown has the
 * code 229, and keys such as Enter have it too while the letters are being composed.
 */
export async function inputMethod(page: Page) {
  const session = await page.context().newCDPSession(page)
  const press = (key: string) =>
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 })
  const release = (key: string) => session.send('Input.dispatchKeyEvent', { type: 'keyUp', key })
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  const insert = (text: string) => session.send('Input.insertText', { text })
  return {
    /** Types letters that are not yet characters. */
    async type(letters: string) {
      for (const [at, letter] of [...letters].entries()) {
        await press(letter)
        await compose(letters.slice(0, at + 1))
        await release(letter)
      }
    },
    /** A key for the list of candidates. */
    async key(key: string) {
      await press(key)
      await release(key)
    },
    /** Ends the composition with this text. */
    async choose(text: string, key = 'Enter') {
      await press(key)
      await insert(text)
      await release(key)
    },
    /** As Safari: the key comes after the end of the composition. */
    async chooseInSafari(text: string, key = 'Enter') {
      await insert(text)
      await press(key)
      await release(key)
    },
    /** A letter with an accent, whose key comes first. */
    async accent(mark: string, letter: string) {
      await press('Dead')
      await compose(mark)
      await release('Dead')
      await insert(letter)
    },
    async cancel() {
      await press('Escape')
      await compose('')
      await release('Escape')
    },
  }
}
