import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'
import styles from './property-map.module.css'

type MapState = 'closed' | 'loading' | 'open' | 'unavailable'

const MAPS = 'https://maps.google.com/maps'

/**
 * Loads the map from its provider only when someone asks for
 * it, so that no third party learns of the visit before that.
 */
export function PropertyMap({ address, mapsApiKey }: { address: string; mapsApiKey: string | null }) {
  const [state, setState] = useState<MapState>('closed')
  if (!address) return <p className={styles.fallback}>{t.noAddress()}</p>
  const query = encodeURIComponent(address)
  const embed = mapsApiKey
    ? `https://www.google.com/maps/embed/v1/place?key=${mapsApiKey}&q=${query}`
    : `${MAPS}?q=${query}&output=embed`

  async function open() {
    setState('loading')
    // A frame does not report a failed load, so we test the connection first.
    const isReachable = await fetch(embed, { mode: 'no-cors', signal: AbortSignal.timeout(6000) }).then(
      () => true,
      () => false,
    )
    setState(isReachable ? 'open' : 'unavailable')
  }

  return (
    <div className={styles.map}>
      <div className={styles.actions}>
        {state !== 'open' && (
          <Button variant="secondary" busy={state === 'loading'} onClick={open}>
            {state !== 'loading' && <Icon name="map" />}
            {t.showMap()}
          </Button>
        )}
        <a className={styles.external} href={`${MAPS}?q=${query}`} target="_blank" rel="noreferrer">
          {rich(t.openInMaps({ span: hidden }))}
        </a>
      </div>
      {state === 'open' && (
        <iframe className={styles.frame} src={embed} title={t.mapOf({ address })} referrerPolicy="no-referrer" />
      )}
      <div role="status">
        {state === 'unavailable' && (
          <p className={styles.fallback}>
            {t.mapUnavailable()}
            <br />
            <strong>{address}</strong>
          </p>
        )}
      </div>
    </div>
  )
}
