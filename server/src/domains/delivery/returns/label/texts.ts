import type { Language } from '../../tracking/index.ts';

interface LabelTexts {
  returnOf(position: number, count: number): string;
  sample: string;
  prepaid: string;
  from: string;
  shipTo: string;
  scan: string;
  rma: string;
  units: string;
  returnBy: string;
  noLimit: string;
  trackingNumber: string;
  retailer: string;
  order: string;
  sampleNote: string;
  attach: string;
}

export const labelTexts: Readonly<Record<Language, LabelTexts>> = {
  en: {
    returnOf: (position, count) => `RETURN ${position} OF ${count}`,
    sample: 'SAMPLE, NO POSTAGE',
    prepaid: 'PREPAID RETURN',
    from: 'FROM',
    shipTo: 'SHIP TO',
    scan: 'SCAN ON RECEIPT',
    rma: 'RETURN NO. (RMA)',
    units: 'UNITS',
    returnBy: 'RETURN BY',
    noLimit: 'NO LIMIT',
    trackingNumber: 'TRACKING NUMBER',
    retailer: 'Retailer',
    order: 'Order',
    sampleNote: 'Sandbox label: it looks real, but no carrier will accept it.',
    attach: 'Cover old labels and barcodes. Attach flat, on the largest side of the package.',
  },
  de: {
    returnOf: (position, count) => `RETOURE ${position} VON ${count}`,
    sample: 'MUSTER, OHNE PORTO',
    prepaid: 'RETOURE, PORTO BEZAHLT',
    from: 'ABSENDER',
    shipTo: 'EMPFÄNGER',
    scan: 'BEI EINGANG SCANNEN',
    rma: 'RETOURENNR. (RMA)',
    units: 'STÜCK',
    returnBy: 'RÜCKGABE BIS',
    noLimit: 'OHNE FRIST',
    trackingNumber: 'SENDUNGSNUMMER',
    retailer: 'Händler',
    order: 'Bestellung',
    sampleNote: 'Sandbox-Etikett: sieht aus wie ein echtes, wird aber von keinem Paketdienst angenommen.',
    attach: 'Alte Etiketten und Barcodes abdecken. Flach auf der größten Seite des Pakets anbringen.',
  },
  fr: {
    returnOf: (position, count) => `RETOUR ${position} SUR ${count}`,
    sample: 'SPÉCIMEN, NON AFFRANCHI',
    prepaid: 'RETOUR PRÉPAYÉ',
    from: 'EXPÉDITEUR',
    shipTo: 'DESTINATAIRE',
    scan: 'SCANNER À RÉCEPTION',
    rma: 'N° DE RETOUR (RMA)',
    units: 'UNITÉS',
    returnBy: 'RETOUR AVANT LE',
    noLimit: 'SANS LIMITE',
    trackingNumber: 'NUMÉRO DE SUIVI',
    retailer: 'Marchand',
    order: 'Commande',
    sampleNote: "Étiquette de test : elle ressemble à une vraie, mais aucun transporteur ne l'accepte.",
    attach: 'Couvrez les anciennes étiquettes. Collez à plat, sur la plus grande face du colis.',
  },
  es: {
    returnOf: (position, count) => `DEVOLUCIÓN ${position} DE ${count}`,
    sample: 'MUESTRA, SIN FRANQUEO',
    prepaid: 'DEVOLUCIÓN PREPAGADA',
    from: 'REMITENTE',
    shipTo: 'DESTINATARIO',
    scan: 'ESCANEAR AL RECIBIR',
    rma: 'N.º DE DEVOLUCIÓN (RMA)',
    units: 'UNIDADES',
    returnBy: 'DEVOLVER ANTES DE',
    noLimit: 'SIN LÍMITE',
    trackingNumber: 'NÚMERO DE SEGUIMIENTO',
    retailer: 'Tienda',
    order: 'Pedido',
    sampleNote: 'Etiqueta de prueba: parece auténtica, pero ningún transportista la acepta.',
    attach: 'Cubra las etiquetas antiguas. Péguela plana, en el lado más grande del paquete.',
  },
  it: {
    returnOf: (position, count) => `RESO ${position} DI ${count}`,
    sample: 'CAMPIONE, NON AFFRANCATO',
    prepaid: 'RESO PREPAGATO',
    from: 'MITTENTE',
    shipTo: 'DESTINATARIO',
    scan: 'SCANSIONARE ALLA RICEZIONE',
    rma: 'N. DI RESO (RMA)',
    units: 'UNITÀ',
    returnBy: 'RESO ENTRO IL',
    noLimit: 'NESSUN LIMITE',
    trackingNumber: 'NUMERO DI TRACCIAMENTO',
    retailer: 'Negozio',
    order: 'Ordine',
    sampleNote: 'Etichetta di prova: sembra vera, ma nessun corriere la accetta.',
    attach: 'Coprire le vecchie etichette. Applicare in piano, sul lato più grande del pacco.',
  },
};
