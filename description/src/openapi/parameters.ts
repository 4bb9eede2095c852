import type { ApiField } from '../call/call.ts'
import { code } from '../call/markdown.ts'
import { isStyle, type Note, noteText } from '../call/note.ts'
import { entriesOf, isObject, isTrue, type Json, listOf, own, textAt, textOf, valueText } from '../json.ts'
import { FieldMaker } from './schema/fields.ts'
import { Refs, type Source } from './source.ts'

/** The resolved parameters of a path and an operation. Operation parameters override path parameters. */
export function parametersOf(source: Source, pathItem: unknown, operation: unknown): Json[] {
  const all = new Map<string, Json>()
  for (const definition of [...listOf(own(pathItem, 'parameters')), ...listOf(own(operation, 'parameters'))]) {
    const parameter = source.refs.resolve(definition)
    if (isObject(parameter)) all.set(`${textAt(parameter, 'in')} ${textAt(parameter, 'name')}`, parameter)
    else {
      const name = Refs.of(definition) ?? '-'
      all.set(name, {
        name: name.split('/').at(-1),
        in: 'query',
        required: null,
        description: noteText(['elsewhere', code(name)], source.language),
      })
    }
  }
  return [...all.values()]
}

const single = new Set(['string', 'number', 'integer', 'boolean'])
const separators = new Set(['simple', 'spaceDelimited', 'pipeDelimited'])

/** Notes on the serialisation of a value in a URL or a header. A single value has no separators, also where its style names one. */
function styleNotes({ isSwagger, refs }: Source, parameter: Json): (Note | undefined)[] {
  const schema = isSwagger ? parameter : refs.resolve(own(parameter, 'schema'))
  const types = [own(schema, 'type')].flat().filter((one) => one !== 'null')
  const type = types.length === 1 ? textOf(types[0]) : ''
  const isSingle = single.has(type) || (type === '' && listOf(own(schema, 'enum')).length > 0)
  const named = textAt(parameter, isSwagger ? 'collectionFormat' : 'style')
  const style = isSingle && separators.has(named) ? '' : named
  const explode = own(parameter, 'explode')
  const exploded: Note | undefined = explode === undefined ? undefined : isTrue(explode) ? ['explode'] : ['noExplode']
  return [
    isSwagger && textAt(parameter, 'type') === 'array'
      ? styleNote(style || 'csv')
      : style === 'form' || style === ''
        ? undefined
        : styleNote(style),
    type === 'array' || (explode !== undefined && !isTrue(explode) && !isSingle) ? exploded : undefined,
    isTrue(own(parameter, 'allowEmptyValue')) ? ['allowEmpty'] : undefined,
    isTrue(own(parameter, 'allowReserved')) ? ['allowReserved'] : undefined,
  ]
}

const styleNote = (style: string): Note | undefined => (isStyle(style) ? ['style', style] : undefined)

/** The schema of a parameter: from `schema`, from its only content type, or from its other keywords in Swagger 2. */
function schemaOf(parameter: Json): { schema: unknown; contentType: string } {
  const schema = own(parameter, 'schema')
  if (schema !== undefined) return { schema, contentType: '' }
  const [content] = entriesOf(own(parameter, 'content'))
  if (content) return { schema: own(content[1], 'schema') ?? {}, contentType: content[0] }
  const {
    name: _name,
    in: _in,
    required: _required,
    description: _words,
    example: _one,
    examples: _all,
    content: _content,
    ...words
  } = parameter
  return { schema: words, contentType: '' }
}

/** A parameter or a header as a field with its child fields. */
export function parameterField(source: Source, place: string, name: string, parameter: Json): ApiField {
  const { schema, contentType } = schemaOf(parameter)
  const isRequired = own(parameter, 'required')
  const field = FieldMaker.field(source, `${place} ${name}`, name, [schema], isRequired === null ? undefined : isTrue(isRequired))
  const description = textAt(parameter, 'description').trim()
  source.countCharacters(description.length)
  const [first, ...further] = examplesOf(source, parameter)
  return {
    ...field,
    description: [description, field.description !== description && field.description].filter(Boolean).join('<br>'),
    ...(isTrue(own(parameter, 'deprecated')) ? { deprecated: true } : {}),
    ...(first === undefined ? {} : { example: first.value }),
    notes: [
      ...(field.notes ?? []),
      contentType && code(contentType),
      ...styleNotes(source, parameter),
      first?.words,
      ...further.map(({ value, words }): Note => ['examples', [code(value), words].filter(Boolean).join(' ')]),
    ].filter((note): note is Note => note !== undefined && note !== ''),
  }
}

function examplesOf(source: Source, parameter: Json): { value: string; words: string }[] {
  const [content] = entriesOf(own(parameter, 'content'))
  const holders = [parameter, ...(content ? [content[1]] : [])]
  return holders.flatMap((holder) => {
    const one = own(holder, 'example') ?? own(holder, 'x-example')
    const all = own(holder, 'examples')
    const named = entriesOf(all).map(([name, definition]) => {
      const example = source.refs.resolve(definition)
      const words = [textAt(example, 'summary') || name, textAt(example, 'description')].filter(Boolean).join(': ')
      const value =
        own(example, 'value') ?? own(example, 'dataValue') ?? own(example, 'serializedValue') ?? textAt(example, 'externalValue')
      return { value: valueText(value), words: `(${words})` }
    })
    return [
      ...(one === undefined ? [] : [{ value: valueText(one), words: '' }]),
      ...listOf(all).map((value) => ({ value: valueText(value), words: '' })),
      ...named,
    ]
  })
}
