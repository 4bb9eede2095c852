import './add-item.css'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { Screen } from '../../ui/frame/screen.tsx'
import { addItemWords } from './add-item.words.ts'
import { AutoHelp } from './auto.tsx'
import { CopyItem } from './copy.tsx'
import { ImportItem } from './import.tsx'
import { NewItem } from './new.tsx'

const tabs = [
  ['new', 'tabNew'],
  ['copy', 'tabCopy'],
  ['import', 'tabImport'],
  ['auto', 'tabAuto'],
] as const

/** /item/add?tab=: four ways to an item. An import goes on while another tab is looked at. */
export function AddItemScreen() {
  const t = useWords(addItemWords)
  const [address] = useSearchParams()
  const tab = tabs.find(([name]) => name === address.get('tab'))?.[0] ?? 'new'
  return (
    <Screen title={t.title}>
      <div className="screen add-item">
        <div className="screen-head">
          <h1>{t.title}</h1>
        </div>
        <nav className="tabs" aria-label={t.ways}>
          {tabs.map(([name, word]) => (
            <Link key={name} to={paths.addItem(name)} replace aria-current={name === tab ? 'page' : undefined}>
              {t[word]}
            </Link>
          ))}
        </nav>
        {tab === 'new' && <NewItem />}
        {tab === 'copy' && <CopyItem />}
        <div className="import-item" hidden={tab !== 'import'}>
          <ImportItem />
        </div>
        {tab === 'auto' && <AutoHelp />}
      </div>
    </Screen>
  )
}
