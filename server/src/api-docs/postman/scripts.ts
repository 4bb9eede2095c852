import type { Language } from '@sheaf/contract'
import { isObject } from '../../import-plan/text-format.ts'
import { fence } from '../api/api-body.ts'
import { postmanWords } from './postman-words.ts'
import { labelOf, linesOf, shapesOf } from './shape.ts'

/** The scripts of a request, a folder or a collection as code in folded blocks; '' for none. They are words here: nothing runs them. */
export function scriptBlocks(events: unknown, language: Language): string {
  const t = postmanWords(language)
  const found = shapesOf(events).flatMap((event) => {
    const script = event['script']
    const text = linesOf(isObject(script) ? script['exec'] : script).trim()
    if (text === '') return []
    const name = labelOf(event['listen'])
    const title = name === 'prerequest' ? t.prerequest : name === 'test' ? t.test : name.replace(/[^\w -]/g, '') || t.scripts
    return [`::::: details ${title}${event['disabled'] === true ? ` (${t.off})` : ''}\n${fence('js', text)}\n:::::`]
  })
  return found.join('\n\n')
}
