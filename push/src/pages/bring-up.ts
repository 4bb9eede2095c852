import { Refused } from '../site/call.ts'
import { keyOf } from '../site/tree.ts'
import { hashOf } from './record.ts'
import { linkToIn, put, type Run } from './run.ts'
import type { TargetPage } from './wanted.ts'

const sameText = (a: string, b: string) => a.replaceAll('\r\n', '\n').trim() === b.replaceAll('\r\n', '\n').trim()

/** A refusal concerns this page alone; the others go on. */
export async function catchRefusal(run: Run, page: TargetPage, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    run.outcome.failed.push({ ...nameOf(page), reason: error.message })
  }
}

const nameOf = ({ place, title, from }: TargetPage) => ({ place, title, from })

/** Makes the page; its text is answered, for links to pages that come later may still be missing in it. */
export async function createPage(run: Run, page: TargetPage): Promise<string> {
  const content = page.text(linkToIn(run))
  await put(run, { place: page.place, title: page.title, content, number: page.number })
  run.outcome.created.push(nameOf(page))
  return content
}

/** The text again, now that all its links have somewhere to lead. */
export async function completeLinks(run: Run, page: TargetPage, made: string) {
  const content = page.text(linkToIn(run))
  if (content !== made) await put(run, { place: page.place, title: page.title, content })
}

/** Changes a page that is there, if it is not as wanted. */
export async function updatePage(run: Run, page: TargetPage) {
  const found = run.before.byPlace.get(keyOf(page.place, page.title))!
  const content = page.text(linkToIn(run))
  const kept = run.known.get(found.page_id)
  const numberStays = kept !== undefined && kept.number === page.number
  const untouched = kept?.time === found.addtime
  if (!run.options.full && untouched && numberStays && kept.hash === hashOf(content)) {
    run.outcome.unchanged++
    return
  }
  const row = await run.site.page(found.page_id)
  const hasNumber = page.number === undefined || numberStays || String(page.number) === row?.s_number
  if (row && hasNumber && sameText(row.page_content, content)) {
    run.outcome.unchanged++
    return
  }
  // Without a number the page keeps the one that somebody may have given it on the site.
  await put(run, { place: page.place, title: page.title, content, number: numberStays ? undefined : page.number })
  run.outcome.changed.push(nameOf(page))
  const theirs = kept && !untouched && row && kept.hash !== hashOf(row.page_content) && !sameText(row.page_content, content)
  if (theirs) run.outcome.overwritten.push(nameOf(page))
}
