"""Overlap of texts with a reference: BLEU and ROUGE-L of steps, CodeBLEU of code; a file for each."""
