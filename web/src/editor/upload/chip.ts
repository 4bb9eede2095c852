import { type EditorView, WidgetType } from '@codemirror/view'
import type { UploadList } from '../../attachment/upload/uploads.ts'

/** A file on its way, as it stands in the text. */
export class Chip extends WidgetType {
  readonly id: string
  readonly uploads: UploadList
  #forget = () => {}
  constructor(id: string, uploads: UploadList) {
    super()
    this.id = id
    this.uploads = uploads
  }
  override eq(other: Chip) {
    return other.id === this.id
  }
  /** It follows the upload by itself, so that progress costs the text no transaction. */
  override toDOM(view: EditorView) {
    const chip = document.createElement('span')
    chip.className = 'ed-chip'
    // The list in the corner tells the same in words.
    chip.setAttribute('aria-hidden', 'true')
    const name = chip.appendChild(document.createElement('span'))
    const share = chip.appendChild(document.createElement('span'))
    share.className = 'num'
    const show = () => {
      const entry = this.uploads.list().find((one) => one.id === this.id)
      const hidden = !entry || entry.state === 'failed'
      // The line may be higher or lower than it was.
      if (hidden !== chip.hidden) view.requestMeasure()
      chip.hidden = hidden
      if (!entry) return
      const percent = `${Math.round(entry.sent * 100)} %`
      name.textContent = entry.file.name
      share.textContent = percent
      chip.style.setProperty('--sent', String(entry.sent))
    }
    show()
    this.#forget = this.uploads.follow(show)
    return chip
  }
  override destroy() {
    this.#forget()
  }
}
