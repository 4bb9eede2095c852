import { type RenderOptions, render } from '@sheaf/markdown'
import { boundedTask } from '../../runtime/bounded-task.ts'
import { sheetHtml } from '../sheet/sheet-html.ts'

interface Task {
  text: string
  options: RenderOptions
  isSheet?: boolean
}

export default boundedTask(({ text, options, isSheet }: Task) => (isSheet ? sheetHtml(text) : render(text, options)))
