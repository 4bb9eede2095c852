import { renderPage } from '@sheaf/description/view'
import { type RenderOptions, render } from '@sheaf/markdown'
import { boundedTask } from '../../runtime/bounded-task.ts'
import { sheetHtml } from '../sheet/sheet-html.ts'

interface Task {
  text: string
  options: RenderOptions
  isSheet?: boolean
  /** The page is for the screen: calls of an API get their view, which exports and prints do not have. */
  isScreen?: boolean
}

export default boundedTask(({ text, options, isSheet, isScreen }: Task) => {
  if (isSheet) return sheetHtml(text)
  return isScreen ? renderPage(text, options) : render(text, options)
})
