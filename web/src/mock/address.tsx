import { MOCK_PATH_MAX } from '@sheaf/contract/limits'
import { Copy } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { copyText } from '../lib/copy.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { absoluteUrl } from '../reading/share/target.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast.tsx'
import { mockWords } from './mock.words.ts'

interface Props {
  label: string
  help: ReactNode
  copy: string
  /** The complete address; undefined until the mock is saved. */
  address: string | undefined
  /** Replaces the read-only address by an editable one. */
  children?: ReactNode
}

/** An address that the user can select and copy. */
export function MockAddress({ label, help, copy, address, children }: Props) {
  const t = useWords(mockWords)
  const id = useId()
  const copyIt = async () => {
    if (address && (await copyText(address))) toast(t.copied)
    else toast(t.notCopied, 'bad')
  }
  return (
    <div className="field">
      <span className="label" id={id}>
        {label}
      </span>
      <div className="mk-address row">
        {children ?? (
          <div className="input">
            <input
              className="mono"
              readOnly
              aria-labelledby={id}
              value={address ?? ''}
              placeholder={t.notYet}
              onFocus={(event) => event.target.select()}
            />
          </div>
        )}
        <IconButton name={copy} disabled={!address} onClick={() => void copyIt()}>
          <Copy className="i" aria-hidden="true" />
        </IconButton>
      </div>
      <div className="help">{help}</div>
    </div>
  )
}

interface PathProps {
  item_id: string
  isPrivate: boolean
  path: string
  onPath: (path: string) => void
}

/** The address by item and path; the path can be edited. */
export function MockPath({ item_id, isPrivate, path, onPath }: PathProps) {
  const t = useWords(mockWords)
  const prefix = absoluteUrl(paths.mockOfItem(item_id))
  const whole = path.trim().startsWith('/') ? path.trim() : `/${path.trim()}`
  return (
    <MockAddress
      label={t.byPath}
      help={isPrivate ? t.privateHelp : t.pathHelp}
      copy={t.copyPath}
      address={prefix + encodeURI(whole).replace(/[?#]/g, encodeURIComponent)}
    >
      <label className="input mk-path">
        <span className="mono" title={prefix}>
          {prefix}
        </span>
        <input
          className="mono"
          aria-label={t.path}
          value={path}
          maxLength={MOCK_PATH_MAX}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => onPath(event.target.value)}
        />
      </label>
    </MockAddress>
  )
}
