import { type RenderOptions, render } from '@sheaf/markdown'
import { sheetHtml } from './sheet-html.ts'

interface Task {
  text: string
  options: RenderOptions
  isSheet?: boolean
}

export default ({ text, options, isSheet }: Task) => (isSheet ? sheetHtml(text) : render(text, options))
