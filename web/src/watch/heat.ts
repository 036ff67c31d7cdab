// heat.ts: the colours of the heat map: what is thought of a move, and how much that is worth.
//
// A scale with even steps of lightness and chroma in OKLCH, from pale (poor) to deep (as good as the best
// move); the fewer visits, the more of the board shines through. A move with fewer than one per cent of
// the visits is grey: its value says little yet; so is one of which only a bound is known, which is no value. Blended here, not by opacity, so that the figures on
// top are black or white by what is really behind them.

export type Rgb = readonly [number, number, number]; // linear light, 0..1

export interface Heat {
  fill: string;
  ink: string;
  faint: boolean; // fewer than one per cent of the visits
}

const FEW = 0.01;
const POOR = 0.2; // a fifth of the chance to win below the best: the pale end

const clamp = (value: number, low = 0, high = 1) => Math.min(high, Math.max(low, value));
const toLinear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const toGamma = (c: number) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

// OKLCH to linear sRGB (Ottosson 2020).
export function oklch(light: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

// '#e6d3a8' or "rgb(230, 211, 168)", as style sheets have it.
export function parseColour(text: string): Rgb {
  const hex = /^\s*#([0-9a-f]{6})/i.exec(text);
  if (hex) return [0, 2, 4].map((at) => toLinear(parseInt(hex[1]!.slice(at, at + 2), 16) / 255)) as unknown as Rgb;
  const parts = (text.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => toLinear(Number(part) / 255));
  return parts.length === 3 ? (parts as unknown as Rgb) : [0.8, 0.8, 0.8];
}

const written = (colour: Rgb) => `rgb(${colour.map((c) => Math.round(255 * toGamma(c))).join(' ')})`;
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

// Mixed as screens do it, in the coded values.
function mix(over: Rgb, under: Rgb, share: number): Rgb {
  return over.map((c, i) => toLinear(share * toGamma(c) + (1 - share) * toGamma(under[i]!))) as unknown as Rgb;
}

// The better of black and white has a contrast of at least 4.58 on any colour.
function inkOn(colour: Rgb): string {
  const y = luminance(colour);
  return 1.05 / (y + 0.05) >= (y + 0.05) / 0.05 ? '#ffffff' : '#000000';
}

/** A move of which only a bound is known: hardly more than the board. */
export function faintHeat(ground: Rgb): Heat {
  const shown = mix(oklch(0.72, 0.005, 100), ground, 0.25);
  return { fill: written(shown), ink: inkOn(shown), faint: true };
}

// `below`: how far the move is behind the best one, as a share of 1; `share`: of the visits of all moves;
// `most`: the share of the most visited one.
export function heat(below: number, share: number, most: number, ground: Rgb): Heat {
  const faint = share < FEW;
  const good = 1 - clamp(below / POOR);
  const colour = faint ? oklch(0.72, 0.005, 100) : oklch(0.92 - 0.47 * good, 0.05 + 0.06 * good, 110 + 50 * good);
  const weight = faint ? 0.45 : 0.6 + 0.4 * Math.sqrt(clamp(share / Math.max(most, 1e-9)));
  const shown = mix(colour, ground, weight);
  return { fill: written(shown), ink: inkOn(shown), faint };
}
