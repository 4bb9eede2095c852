import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { FormRadios } from '../ui/forms/form-fields.tsx'
import { PickList } from '../ui/forms/pick-list.tsx'
import { Bone, Skeleton } from '../ui/placeholder.tsx'
import type { Token } from './rows.ts'
import { tokenWords } from './token.words.ts'

const PICK_ROWS = 5

/** Whether the token covers all items or some. A limited token stays limited. */
export function Scope({ isFixed, children }: { isFixed: boolean; children: ReactNode }) {
  const t = useWords(tokenWords)
  const options = [
    { value: '0', label: t.scopeAll },
    { value: '1', label: t.scopeSome },
  ]
  return (
    <div>
      <FormRadios name="is_limited" label={t.scope} options={isFixed ? options.slice(1) : options} stacked />
      {children}
    </div>
  )
}

interface ItemsProps {
  token?: Token | undefined
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
}

/** The items to choose from: all of the user, or those that the token covers already. */
export function Items({ token, chosen, onChange }: ItemsProps) {
  const t = useWords(tokenWords)
  const isNarrowing = token?.is_limited === '1'
  const mine = useQuery({ ...read(api.item.myList, { original: '0' }), enabled: !isNarrowing })
  const items = isNarrowing ? token.items : mine.data
  if (!items)
    return (
      <Skeleton>
        <Bone width="100%" height={PICK_ROWS * 40 + 44} />
      </Skeleton>
    )
  const choices = items.map(({ item_id, item_name }) => ({ id: item_id, text: item_name }))
  return (
    <PickList label={t.pick} find={t.find} choices={choices} chosen={chosen} onChange={onChange} empty={t.pickEmpty} rows={PICK_ROWS} />
  )
}
