/** Shows the picture at window size in a native dialog. A click or Escape closes it. */
export function showPicture(image: HTMLImageElement, close: string) {
  const dialog = document.createElement('dialog')
  dialog.className = 'zoom'
  dialog.setAttribute('aria-label', image.alt || close)
  const large = document.createElement('img')
  large.src = image.currentSrc || image.src
  large.alt = image.alt
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'ib'
  button.title = close
  button.setAttribute('aria-label', close)
  button.textContent = '✕'
  dialog.append(large, button)
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
