/* num.h: ln, exp and erfc that give the same bits on every machine.
 *
 * The C library picks variants of these by CPU, so a search that used them could
 * decide differently elsewhere. These use only IEEE additions, multiplications,
 * divisions and exact scalings, compiled without contraction. Accuracy against long
 * double is checked in the tests. sqrt needs no twin: IEEE demands its exact rounding. */
#ifndef BY_BASE_NUM_H
#define BY_BASE_NUM_H

double by_ln(double x);     /* natural logarithm; -inf at 0, nan below */
double by_exp(double x);    /* e to the x; inf and 0 beyond the range of double */
double by_erfc(double x);   /* 2/sqrt(pi) times the integral of exp(-t^2) from x to infinity */
double by_erf(double x);    /* 1 - by_erfc(x), with full precision near 0 */
double by_lgamma(double x); /* ln of the gamma function, x > 0 */

/* What Stirling's formula leaves over: by_lgamma(x) - ((x - 1/2) ln x - x + ln(2 pi) / 2). */
double by_stirling_rest(double x);

#endif
