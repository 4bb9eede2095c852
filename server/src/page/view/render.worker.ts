import type { ScreenText } from '@sheaf/description/compose'
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
  calls?: ScreenText['calls']
}

export default boundedTask(({ text, options, isSheet, isScreen, calls = [] }: Task) => {
  if (isSheet) return sheetHtml(text)
  const byInfo = new Map(calls)
  return isScreen ? renderPage(text, { ...options, calls: (info) => byInfo.get(info.trim()) }) : render(text, options)
})
