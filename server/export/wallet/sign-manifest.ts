// A detached PKCS#7 signature (RFC 5652), as Apple's wallet asks for it: SHA-256 with RSA, the time, and both certificates.
import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { derTag, splitDer, writeDer, writeOid } from './write-der.ts';

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
};

const { integer, octets, nothing, utcTime, sequence, set, first } = derTag;
const item = writeDer(integer, Buffer.from([1]));
const algorithm = (oid: string) => writeDer(sequence, writeOid(oid), writeDer(nothing));
const attribute = (oid: string, value: Buffer) => writeDer(sequence, writeOid(oid), writeDer(set, value));

export type Signer = { certificate: X509Certificate; intermediate: X509Certificate; key: KeyObject };

export function signManifest(manifest: Buffer, { certificate, intermediate, key }: Signer, now: Date): Buffer {
  const time = `${now.toISOString().slice(2, 19).replace(/\D/g, '')}Z`;
  const digest = createHash('sha256').update(manifest).digest();
  const attributes = [
    attribute(oids.contentType, writeOid(oids.data)),
    attribute(oids.signingTime, writeDer(utcTime, Buffer.from(time))),
    attribute(oids.messageDigest, writeDer(octets, digest)),
  ].sort(Buffer.compare);
  const signer = writeDer(
    sequence,
    item,
    nameIssuer(certificate),
    algorithm(oids.sha256),
    writeDer(first, ...attributes),
    algorithm(oids.rsa),
    // What is signed are the attributes as the set that they are, not under the number that they have here.
    writeDer(octets, sign('sha256', writeDer(set, ...attributes), key)),
  );
  const signed = writeDer(
    sequence,
    item,
    writeDer(set, algorithm(oids.sha256)),
    writeDer(sequence, writeOid(oids.data)),
    writeDer(first, certificate.raw, intermediate.raw),
    writeDer(set, signer),
  );
  return writeDer(sequence, writeOid(oids.signedData), writeDer(first, signed));
}

/** Issuer and number of a certificate; before them comes its version, which may be left out, and after the number an algorithm. */
function nameIssuer({ raw }: X509Certificate): Buffer {
  const [body = Buffer.alloc(0)] = splitDer(raw);
  const parts = splitDer(body);
  const [number, , issuer] = parts[0]?.[0] === first ? parts.slice(1) : parts;
  if (!number || !issuer) throw new Error('a certificate without issuer');
  return writeDer(sequence, issuer, number);
}
