import type { ApiExample } from '../../api/api-call.ts'
import { code } from '../../api/api-cell.ts'
import { entriesOf, isObject, jsonText, own, textAt } from '../json.ts'
import type { Source } from '../source.ts'

/** An example as it is sent; a text that is JSON already stays as it is. */
function textOfExample(source: Source, place: string, value: unknown): string {
  const text = typeof value === 'string' ? value : jsonText(value, 2)
  if (text === undefined) source.report(place, 'size')
  source.wrote(text?.length ?? 0)
  return text ?? '…'
}

function namedExample(source: Source, place: string, name: string, said: unknown): ApiExample {
  const example = source.refs.resolve(said)
  const summary = textAt(example, 'summary')
  const external = textAt(example, 'externalValue')
  const description = [
    summary !== name ? summary : '',
    textAt(example, 'description'),
    external && source.t.externalValue(code(external)),
  ].filter(Boolean)
  const value = ['value', 'serializedValue', 'dataValue'].map((key) => own(example, key)).find((one) => one !== undefined)
  const text = value === undefined ? external : textOfExample(source, place, value)
  return { name, text, ...(description.length > 0 ? { description: description.join('\n\n') } : {}) }
}

/** The examples that somebody gave: `example`, and each of `examples`. */
export function givenExamples(source: Source, place: string, holder: unknown): ApiExample[] {
  const one = own(holder, 'example')
  const all = own(holder, 'examples')
  const single = one === undefined ? [] : [{ name: '', text: textOfExample(source, place, one) }]
  if (Array.isArray(all)) return [...single, ...all.map((value) => ({ name: '', text: textOfExample(source, place, value) }))]
  return isObject(all) ? [...single, ...entriesOf(all).map(([name, said]) => namedExample(source, place, name, said))] : single
}
