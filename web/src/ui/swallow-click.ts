/**
 * What was dragged may be a link or a button: the click that ends the drag does nothing. A browser sends that click before the next
 * press. A click by a key or a program (`detail` 0) is heard.
 */
export function swallowClick() {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  const end = () => listening.abort()
  addEventListener('pointerdown', end, options)
  addEventListener(
    'click',
    (event) => {
      if (event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
      end()
    },
    options,
  )
}
