import { DESCRIPTION_MAX } from '@sheaf/contract'
import { nameOf, oneLine, withoutExtension } from '../../import-plan/name.ts'
import type { Plan, PlanCatalog, Skipped, TextFile } from '../../import-plan/types.ts'
import { CollectionReader } from './collection.ts'
import { convertV1 } from './first-form.ts'
import { descriptionOf, labelOf, type Shape, shapeOf, shapesOf } from './shape.ts'

/** Collections of all forms that there were: 1, 2.0, 2.1, and the list of them in a data dump. */
const second = (value: Shape): Shape => (Array.isArray(value['item']) ? value : convertV1(value))

const namesOf = (value: Shape, file: TextFile) => nameOf(labelOf(shapeOf(value['info'])['name']), withoutExtension(file.name), 'Postman')

/** Plans the item of a collection that was parsed already. Never fails, whatever stands in it. */
export function planPostman(value: Shape, file: TextFile): Plan {
  const skipped: Skipped[] = []
  const reader = new CollectionReader(file, skipped)
  const plan = { item_type: 1, files: new Map(), skipped }
  if (!Array.isArray(value['collections'])) {
    const one = second(value)
    const name = namesOf(one, file)
    const description = descriptionOf(shapeOf(one['info'])['description'])
    return { ...plan, item_name: name, item_description: oneLine(description, DESCRIPTION_MAX), root: reader.collection(one, name, true) }
  }
  for (const environment of shapesOf(value['environments']))
    skipped.push({ name: labelOf(environment['name']) || '-', reason: 'unsupported' })
  const all = shapesOf(value['collections']).map(second)
  const root: PlanCatalog = { name: '', order: 0, pages: [], catalogs: all.map((one) => reader.collection(one, namesOf(one, file), false)) }
  return { ...plan, item_name: nameOf(withoutExtension(file.name), 'Postman'), item_description: '', root }
}
