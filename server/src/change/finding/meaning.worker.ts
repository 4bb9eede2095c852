import { sheetText } from '@sheaf/contract/sheet-text'
import { meaningBetween, type PageState, wordsBetween } from '@sheaf/markdown/meaning'
import { boundedTask } from '../../runtime/bounded-task.ts'

interface Task {
  before: PageState
  after: PageState
}

/** Cells of a spreadsheet have no structure that could be named, so their words are counted. */
export default boundedTask(({ before, after }: Task) => {
  const [old, now] = [sheetText(before.text), sheetText(after.text)]
  if (old === undefined && now === undefined) return meaningBetween(before, after)
  return wordsBetween({ ...before, text: old ?? before.text }, { ...after, text: now ?? after.text })
})
